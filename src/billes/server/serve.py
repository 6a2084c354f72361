"""Running the server: `serve` is the command `billes serve`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.errors import system_error
from ..core.sentences import FALLBACK, Param, Sentence, render

if TYPE_CHECKING:
    from .settings import Settings
    from .watching.logs import Form

PORT = 8765
TRIES = 50
"""Ports after the default one that are tried when it is taken."""
SAID = ("compiling", "compiled")
"""What `engine.compiling` writes; `serve.WORD` is what is told of it."""
NICENESS = 10
"""How far compiling stands back behind everything else."""
SHUTDOWN = 3
"""Seconds the server waits for open requests when it is asked to stop."""

BACKLOG = 256
"""Connections that wait to be accepted; the loop accepts all of them at once."""
RECEIVED = 65_536
"""Bytes that the system keeps of a connection until we read them."""
THREADS = 2
"""Threads for what must not hold up the event loop: each one that computes makes the loop wait for the interpreter."""

Say = Callable[[str], None]


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = True,
    bus: str | None = None,
    processes: int = 1,
    *,
    proxies: Sequence[str] = (),
    log: Form = "text",
    prefix: str = "",
    keep: Sequence[str] = (),
    allow_solving: bool | None = None,
    say: Say = print,
    language: str = FALLBACK,
) -> int:
    """Serve tables until interrupted. Gives the exit status.

    Without a port the usual one is taken, or the next free one. `database` is an SQLAlchemy URL or the path of an
    SQLite file; by default the tables are kept in the user's data folder. `bus` is the address of a Valkey, without
    which one process alone uses a database; `processes` is how many serve here. `proxies` are the addresses or networks
    of proxies that are believed when they say for whom they ask, `prefix` is the path under which one shows the server,
    `log` the form of the log, `keep` how long what nobody needs is kept, as `unjoined=DAYS` and `finished=DAYS`.
    `allow_solving` is whether visitors may have tablebases made; unless told, where only this machine is served.
    `say` is given the lines meant for people.
    """
    # The server judges moves one at a time, which plain Python does in well under a millisecond: it starts at once and
    # never stops to compile. The engine runs in processes of its own, compiled.
    if "billes.core.jit" not in sys.modules:
        os.environ.setdefault("BILLES_INTERPRETED", "1")
    from msgspec import structs

    from .settings import from_environment, read_keep
    from .several.bus import trouble as bus_trouble
    from .storage.database import alone, trouble
    from .storage.lock import database_lock
    from .watching.logs import set_up

    def tell(key: str, **params: Param) -> None:
        say(render(Sentence(f"serve.{key}", params), language))

    set_up(log)
    alone_here = _private(host) and not (proxies or bus or processes > 1)
    settings = structs.replace(
        from_environment(),
        database=database or "",
        bus=bus or "",
        log=log,
        proxies=tuple(proxies),
        prefix=prefix.rstrip("/"),
        keep=read_keep(keep),
        solving=alone_here if allow_solving is None else allow_solving,
    )
    shown = _plain(settings.url)
    if wrong := _several(settings, processes):
        tell(wrong)
        return 2
    if bus and (reason := bus_trouble(bus)):
        tell("bus", bus=_plain(bus), why=reason)
        return 1
    with contextlib.ExitStack() as stack:
        try:
            held = stack.enter_context(alone(settings.url))
        except OSError as error:
            why = Sentence("system.file", {"why": system_error(error), "file": str(error.filename)})
            tell("database", database=shown, why=why)
            return 1
        if isinstance(held, str):
            tell("running" if held else "starting", address=held)
            _open(held, open_browser and held != "")
            return 0
        if reason := trouble(settings.url):
            tell("database", database=shown, why=reason)
            return 1
        if not stack.enter_context(database_lock(settings.url, bool(bus), _stop)):
            tell("database", database=shown, why=Sentence("serve.used-alone" if bus else "serve.used"))
            return 1
        try:
            listener = stack.enter_context(contextlib.closing(listen(host, port)))
        except OSError as error:
            tell("port", host=host, port=str(port or PORT), why=system_error(error))
            return 1
        address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
        if held is not None:
            held.write(address)
            held.flush()

        def ready() -> None:
            tell("ready", address=address)
            if not _private(host):
                tell("network", address=lan_link(listener.getsockname()[1]))
            _open(address, open_browser)
            if settings.compiling:
                stack.enter_context(_compiling(tell))

        if processes > 1:
            from .several.processes import Processes

            _more_files()
            return asyncio.run(Processes(settings, listener, processes, ready).run())
        return run(settings, listener, ready)


def _several(settings: Settings, processes: int) -> str:
    """What is wrong with asking for several processes: the key of a sentence, or nothing."""
    if not settings.bus:
        return "no-bus" if processes > 1 else ""
    if settings.url.startswith("sqlite"):
        return "one-file"
    return "no-processes" if processes > 1 and os.name != "posix" else ""


def _stop() -> None:
    """Ask this process to stop in good order."""
    os.kill(os.getpid(), signal.SIGTERM)


def run(settings: Any, listener: socket.socket, ready: Callable[[], None] = lambda: None) -> int:
    """Run the application on an open socket until the process is asked to stop."""
    _more_files()
    import uvicorn

    from .app import create_app
    from .network.connections import Gate, HttpConnection, SocketConnection
    from .services import Services
    from .watching.health import Watch
    from .watching.logs import set_up

    set_up(settings.log)
    services = Services(settings)

    class Server(uvicorn.Server):
        """Says when it is ready."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            gc.collect()
            gc.freeze()  # what is here now stays: the collector need not look at it again
            gc.set_threshold(2_000, 10, 1_000)  # often and little: one look at 400,000 objects takes 200 ms
            sys.setswitchinterval(0.001)  # the thread that writes to disk must not wait long for its turn
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
            if self.started:
                ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            with contextlib.suppress(Exception):  # whatever is wrong, we go down
                await services.leave()
            await super().shutdown(sockets)

    limits = settings.limits
    app = create_app(settings, services)
    gate = Gate(limits, app.proxies)
    app.on_stubborn = gate.shut
    config = uvicorn.Config(
        Watch(app, services),
        lifespan="on",
        log_config=None,
        log_level="error",  # a client can cause a warning whenever it likes
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the middleware believes those proxies only that were named
        http=partial(HttpConnection, gate=gate),  # type: ignore[arg-type]  # called like the class
        ws=partial(SocketConnection, gate=gate),  # type: ignore[arg-type]
        ws_max_size=limits.message,
        ws_per_message_deflate=False,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    server = Server(config)
    with contextlib.suppress(KeyboardInterrupt):  # passed on after the server has gone down in good order
        server.run(sockets=[listener])
    return 0 if server.started else 3


def _more_files() -> None:
    """Allow as many open sockets as the system lets us: a thousand are soon reached."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 16_384 if hard == resource.RLIM_INFINITY else min(hard, 16_384)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port named, or on the usual one or the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(PORT, PORT + TRIES) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
            listener.bind((host, number))
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            if port is not None or number == PORT + TRIES - 1:
                raise
        else:
            return listener
    raise AssertionError("there is always a first port")


def lan_link(port: int) -> str:
    """The address under which others on the local network find this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: asks which way packets would leave
            name = str(probe.getsockname()[0])
        except OSError:
            name = socket.gethostname()
    return f"http://{name}:{port}/"


def _plain(url: str) -> str:
    """A database's address without the password."""
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", url)


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", "127.0.0.1"):
        return "127.0.0.1" if host != "::" else "[::1]"
    return f"[{host}]" if ":" in host else host


def _private(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _open(address: str, wanted: bool) -> None:
    if wanted:
        with contextlib.suppress(Exception):  # no browser is no reason to stop
            webbrowser.open(address)


@contextlib.contextmanager
def _compiling(tell: Callable[[str], None]) -> Iterator[None]:
    """Compile the computer players in processes of their own, where that was not done before, and say so."""
    environment = {key: value for key, value in os.environ.items() if key != "BILLES_INTERPRETED"}
    command = [sys.executable, "-m", "billes.engine.compiling"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    with contextlib.suppress(OSError, AttributeError):  # not on every system
        os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)

    def listen() -> None:
        assert child.stdout is not None
        for line in child.stdout:
            if line.strip() in SAID:
                tell(line.strip())

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGTERM) if hasattr(os, "killpg") else child.terminate()
        child.wait()
        thread.join()
        assert child.stdout is not None
        child.stdout.close()


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description=serve.__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    parser.add_argument("--trusted-proxy", action="append", default=[])
    parser.add_argument("--path-prefix", default="")
    parser.add_argument("--no-open", action="store_true")
    parser.add_argument("--log", choices=("text", "json"), default="text")
    parser.add_argument("--keep", action="append", default=[])
    parser.add_argument("--allow-solving", action=argparse.BooleanOptionalAction)
    parser.add_argument("--bus")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    sys.exit(
        serve(
            *(options.host, options.port, options.database, not options.no_open, options.bus, options.processes),
            proxies=options.trusted_proxy,
            prefix=options.path_prefix,
            keep=options.keep,
            allow_solving=options.allow_solving,
            log=options.log,
        )
    )
