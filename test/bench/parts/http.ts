import { copyOfSqlite } from '../databases.ts';
import { type Figure, time } from '../figures.ts';
import { get, request, send } from '../load.ts';
import { compare } from '../measure.ts';
import { startFloor, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const rounds = 11;

const doors = [
  ['Static answer', '/healthz', 0.45],
  ['Smallest answer of the contract', '/api/config', 0.35],
] as const;

/** The server's time for an answer that needs only the session. */
export const http = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const server = await startServer(folder);
  const floor = await startFloor();
  try {
    const figures: Figure[] = [];
    for (const [what, path, atLeast] of doors) {
      const wire = get(path, { cookie: cookieOf(1) });
      const { body } = await send(server.port, wire);
      await send(floor.port, request('PUT', path, {}, body));
      const costs = await compare(
        { name: 'floor', program: floor, wires: [get(path)], times: 6_000 },
        [{ name: path, program: server, wires: [wire], times: 4_000 }],
        rounds,
      );
      const { cost, timesFloor } = costs.of(path);
      figures.push({
        what: `${what}, session checked (\`${path}\`)`,
        floor: `bare node:http, same ${body.length} bytes: ${time(costs.floor)}`,
        value: time(cost),
        judged: 1 / timesFloor,
        budget: { atLeast },
      });
    }
    return figures;
  } finally {
    await Promise.all([server.stop(), floor.stop()]);
    folder.remove();
  }
};
