import type { Viewer } from './access/viewer.ts';
import type { AppContext } from './app-context.ts';
import type { Router } from './platform/http/routes.ts';

/** The export of each feature's `routes.ts`: it registers the feature's endpoints. */
export type Routes = (router: Router<Viewer>, context: AppContext) => void;

/** The export of a feature's `jobs.ts`: it registers the handlers of the feature's background jobs. */
export type RegisterJobs = (context: AppContext) => void;

export interface Feature {
  readonly routes?: Routes;
  /** The export of `pages/routes.ts`: pages that the server renders, for people without the app. */
  readonly pages?: Routes;
  readonly registerJobs?: RegisterJobs;
}
