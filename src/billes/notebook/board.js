// Draws what Python tells of a board, and tells Python what was touched. It knows no rules and loads nothing.

const part = (kind, name, text = "") => {
  const made = document.createElement(kind);
  made.className = `billes-${name}`;
  made.textContent = text;
  return made;
};

const button = (name, text, label, act) => {
  const made = part("button", name, text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
};

const spot = (given, name, act) => {
  const made = act ? button(name, "", given.label, act) : part("span", name);
  made.style.left = `${100 * given.x}%`;
  made.style.top = `${100 * given.y}%`;
  made.style.width = `${200 * given.r}%`;
  made.dataset.handle = given.handle;
  if (act) made.title = given.label;
  return made;
};

const FEW = 8; // moves of a line that are shown before it is followed further

function render({ model, el }) {
  const board = part("div", "board");
  const picture = part("div", "picture");
  const said = part("p", "said");
  said.setAttribute("role", "status");
  const bar = part("div", "bar");
  const text = part("code", "text");
  const turn = part("p", "turn");
  const lines = part("ol", "lines");
  board.append(picture, said, bar, turn, lines, text);
  el.append(board);

  const draw = () => {
    const shown = model.get("shown");
    if (!shown.picture) return;
    board.classList.toggle("billes-following", shown.following);
    const focused = document.activeElement?.dataset?.handle;
    picture.innerHTML = shown.picture;
    picture.firstElementChild.removeAttribute("width");
    picture.firstElementChild.removeAttribute("height");
    for (const given of shown.held) picture.append(spot(given, "held"));
    for (const given of shown.spots) {
      picture.append(spot(given, "spot", () => model.send({ do: "touch", handle: given.handle })));
    }
    if (focused) picture.querySelector(`[data-handle="${CSS.escape(focused)}"]`)?.focus();
    if (said.textContent !== shown.said) said.textContent = shown.said;
    const undo = button("act", shown.words.undo, "", () => model.send({ do: "undo" }));
    undo.disabled = !shown.undo;
    const think = button("act", shown.words.think, "", () => model.send({ do: "think" }));
    think.disabled = model.get("busy");
    const more = shown.buttons.map((given) =>
      button("act", given.label, "", () => model.send({ do: "touch", handle: given.handle })),
    );
    bar.replaceChildren(undo, think, ...more);
    text.textContent = shown.text;
    turn.textContent = shown.lines.length ? shown.turn : "";
    lines.replaceChildren(
      ...shown.lines.map((line, number) => {
        const row = part("li", "line");
        const score = part("span", "score");
        score.append(part("span", line.exact ? "exact" : "estimated", line.score));
        if (line.exact) score.append(part("span", "mark", shown.words.exact));
        const moves = part("span", "moves");
        const few = line.moves.slice(0, Math.max(FEW, line.shown + FEW / 2));
        few.forEach((move, ply) => {
          const step = button("move", move, "", () => model.send({ do: "follow", line: number, count: ply + 1 }));
          step.setAttribute("aria-pressed", String(ply < line.shown));
          moves.append(step);
        });
        if (few.length < line.moves.length) moves.append(part("span", "more", "…"));
        row.append(score, moves);
        return row;
      }),
    );
  };

  model.on("change:shown", draw);
  model.on("change:busy", draw);
  draw();
  return () => {
    model.off("change:shown", draw);
    model.off("change:busy", draw);
  };
}

export default { render };
