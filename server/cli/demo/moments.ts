import { readFileSync } from 'node:fs';
import { projectFile } from '../../platform/programs.ts';
import type { CircleName } from './circles.ts';
import { type DemoMoment, readMoments } from './moment.ts';

/** The files of `moments/`, each with the circle that its moments go to when they do not say. */
const scripts: readonly (readonly [string, CircleName | null])[] = [
  ['family', 'family'],
  ['sunday-run', 'sundayRun'],
  ['kitchen-table', 'kitchenTable'],
  ['allotment', 'allotment'],
  ['brass-band', 'brassBand'],
  ['shed-and-kiln', 'shed'],
  ['mill-lane', 'millLane'],
  ['studio', 'studio'],
  ['others', null],
];

/** Everything that was shared, seen from `now` (epoch milliseconds), in no particular order. */
export const readAllMoments = (now: number): DemoMoment[] =>
  scripts.flatMap(([script, circle]) =>
    readMoments(readFileSync(projectFile(`server/cli/demo/moments/${script}.txt`), 'utf8'), circle, now),
  );
