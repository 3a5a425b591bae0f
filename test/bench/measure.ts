import { median } from './figures.ts';
import { awake, load, type Wire } from './load.ts';
import type { Program } from './programs.ts';

/** Requests to a program that are measured together. */
export interface Scenario {
  readonly name: string;
  readonly program: Program;
  readonly wires: readonly Wire[];
  /** The expected status; 200 by default. */
  readonly expect?: number;
  /** Requests per round. */
  readonly times: number;
  /** Microseconds of processor time used elsewhere, such as in the database's processes. */
  readonly elsewhere?: () => Promise<number>;
  /** Sends so many requests, in another way than over HTTP/1.1. */
  readonly run?: (total: number) => Promise<void>;
}

export interface Measured {
  /** Microseconds of processor time per request, the median of the rounds. */
  readonly cost: number;
  /** The ratio to the floor, the median of the rounds. */
  readonly timesFloor: number;
}

const connections = 8;

const costOf = async ({
  program,
  wires,
  expect = 200,
  times,
  elsewhere,
  run = (total) => load(program.port, wires, { connections, total, expect }),
}: Scenario): Promise<number> => {
  const usedElsewhere = async () => (elsewhere ? elsewhere() : 0);
  const before = (await program.cpu()) + (await usedElsewhere());
  // A third busy process would take a processor from the other two.
  await (elsewhere ? run(times) : awake(run(times)));
  return ((await program.cpu()) + (await usedElsewhere()) - before) / times;
};

/**
 * Measures scenarios and their floor in turns, round by round, so that other load on the machine affects all of them
 * alike. The first round only warms up.
 */
export const compare = async (
  floor: Scenario,
  scenarios: readonly Scenario[],
  rounds: number,
): Promise<{ floor: number; of: (name: string) => Measured }> => {
  const floors: number[] = [];
  const costs = new Map<string, number[]>(scenarios.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const floorCost = await costOf(floor);
    if (round > 0) floors.push(floorCost);
    for (const scenario of scenarios) {
      const cost = await costOf(scenario);
      if (round > 0) costs.get(scenario.name)?.push(cost);
    }
  }
  return {
    floor: median(floors),
    of: (name) => {
      const list = costs.get(name) ?? [];
      return {
        cost: median(list),
        timesFloor: median(list.map((cost, at) => cost / (floors[at] ?? Number.NaN))),
      };
    },
  };
};
