/** Records of games: opened from text or a file, written, copied and saved. */

import { copy } from "../lib/clipboard";
import { notices } from "../lib/notices.svelte";
import { saveText } from "../lib/save";
import { sentences, t } from "../lib/sentences.svelte";
import { complaint, openRecord, writeRecord } from "../server/http";
import type { FreeBoard } from "./free_board.svelte";

/** The server refuses longer ones. */
const LONGEST = 200_000;

export type Opened = Awaited<ReturnType<typeof openRecord>>;

export class Records {
  /** What was opened: its text, which of its games lies on the board, and how many there are. */
  text = $state("");
  number = $state(1);
  count = $state(1);
  /** Why it could not be opened. */
  trouble = $state("");
  /** Whether the dialog to open one is shown. */
  opening = $state(false);

  /** `lay` puts a game that was read on the board. */
  constructor(
    private readonly board: FreeBoard,
    private readonly lay: (whole: Opened, number: number) => void,
  ) {}

  /** Nothing is opened any more. */
  forget(): void {
    [this.text, this.number, this.count] = ["", 1, 1];
  }

  close(): void {
    this.opening = false;
    this.trouble = "";
  }

  private refuse(why: string): void {
    this.trouble = why;
    this.opening = true;
  }

  /** Reads the game of that number in a text. */
  async read(text: string, number: number): Promise<void> {
    this.text = text;
    this.trouble = "";
    if (text.length > LONGEST) return this.refuse(sentences.say("error.too-large"));
    try {
      const whole = await openRecord(text, number);
      this.lay(whole, number);
      [this.text, this.number, this.count] = [text, number, whole.count];
      this.opening = false;
    } catch (error) {
      this.refuse(complaint(error));
    }
  }

  async readFile(file: File): Promise<void> {
    if (file.size > 2 * LONGEST) return this.refuse(sentences.say("error.too-large"));
    try {
      await this.read(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), 1);
    } catch {
      this.refuse(t("page.analysis.open.no.text", { file: file.name }));
    }
  }

  private async written(): Promise<string | null> {
    try {
      return this.board.record && (await writeRecord(this.board.record)).text;
    } catch (error) {
      notices.say(complaint(error));
      return null;
    }
  }

  async copy(): Promise<void> {
    const text = await this.written();
    if (text) await copy(text, t("page.copy.record.done"));
  }

  async save(): Promise<void> {
    const text = await this.written();
    if (text) saveText(text, `${this.board.game}-${this.board.variant}.txt`);
  }
}
