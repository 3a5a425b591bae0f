import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Chance } from './chance.ts';
import type { PersonName } from './people.ts';
import type { Timeline } from './timeline.ts';

/** The tools that the parts of the demonstration share. */
export interface Stage {
  context: AppContext;
  timeline: Timeline;
  chance: Chance;
  /** The present, epoch milliseconds. */
  now: number;
  /** When somebody joined, epoch milliseconds. */
  joined: (who: PersonName) => number;
  /** The person as the viewer of a call. @throws Error before they joined */
  viewer: (who: PersonName) => Viewer;
}
