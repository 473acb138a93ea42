"""Let agents of a university course play on our board, and our players answer in its protocol.

python bench/course play "python agent.py"
python bench/course answer planner --color Black
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from carrom.base.errors import CarromError  # noqa: E402


def configure(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="doing", required=True, metavar="play|answer")
    play = doing.add_parser("play", help="an agent of the course clears boards of ours")
    play.add_argument("agent", nargs="?", default="", help="its command, as in 'python agent.py -p {port}'")
    play.add_argument("--port", type=int, help="where to listen (default: any free one; 12121 without a command)")
    play.add_argument("--boards", type=int, default=1, help="how many boards (default 1)")
    play.add_argument("--seed", type=int, default=1, help="of racks and noise (default 1)")
    play.add_argument("--exact", action="store_true", help="without the course's noise")
    play.add_argument("--limit", type=float, default=5.0, help="seconds for an answer (default 5; the course has 0.5)")
    play.add_argument("--profile", default="club", help="the surface (default club)")
    answer = doing.add_parser("answer", help="a player of ours comes to a server that speaks the protocol")
    answer.add_argument("player", nargs="?", default="clear", help="'clear' alone at the board (default), or a rung")
    answer.add_argument("-p", "--port", type=int, default=12121, help="of the server (default 12121)")
    answer.add_argument("--host", default="127.0.0.1", help="its address (default this machine)")
    answer.add_argument("-c", "--color", choices=("White", "Black"), default="White", help="of a rung's pieces")
    answer.add_argument("--simulations", type=int, help="imagined strokes per decision")
    answer.add_argument("--seed", type=int, default=0, help="the same seed answers alike (default 0)")


def main(words: list[str] | None = None) -> int:
    from carrom.cli.streams import check_seed

    parser = argparse.ArgumentParser(prog="python bench/course", description=(__doc__ or "").partition("\n")[0])
    configure(parser)
    args = parser.parse_args(words)
    try:
        check_seed(args.seed)
        return _play(args) if args.doing == "play" else _answer(args)
    except CarromError as error:
        print(error, file=sys.stderr)
        return 2


def _play(args: argparse.Namespace) -> int:
    import numpy as np

    from carrom.physics import profile
    from carrom.players.arena.tally import mean_margin
    from course.protocol import PORT, AgentConnection
    from course.task import play_course

    if args.boards < 1:
        raise CarromError("bad-option", f"{args.boards} boards: at least 1 is needed")
    if not args.limit > 0:
        raise CarromError("bad-option", f"a limit of {args.limit:g} seconds: it must be more than 0")
    surface = profile(args.profile)
    port = args.port if args.port is not None else 0 if args.agent else PORT
    strokes: list[float] = []
    for number in range(args.boards):
        with AgentConnection(args.agent, port=port, limit=args.limit, seed=args.seed + number) as line:
            if not args.agent:
                print(f"waiting for an agent at port {line.port}", file=sys.stderr)
            rng = np.random.default_rng((args.seed, number))
            played = play_course(line, rng, profile=surface, has_noise=not args.exact)
        if played.failed:
            print(f"board {number + 1}: {played.failed}, {played.board.strokes} strokes")
            return 1
        strokes.append(float(played.board.strokes))
        print(f"board {number + 1}: cleared in {played.board.strokes} strokes, score {played.board.score}")
    if len(strokes) > 1:
        mean, margin = mean_margin(strokes)
        print(f"{mean:.1f} ± {margin:.1f} strokes, {len(strokes)} boards")
    return 0


def _answer(args: argparse.Namespace) -> int:
    from carrom.players import LADDER, player_named
    from course.player_agents import ClearingAgent, PlayerAgent, play_on_server

    agent: ClearingAgent | PlayerAgent
    if args.player == "clear":
        agent = ClearingAgent(args.simulations or LADDER["planner"].simulations, seed=args.seed)
    else:
        player = player_named(args.player, simulations=args.simulations)
        agent = PlayerAgent(player, "white" if args.color == "White" else "black", seed=args.seed)
    print(f"{play_on_server(agent, args.port, host=args.host)} strokes answered")
    return 0


if __name__ == "__main__":
    sys.exit(main())
