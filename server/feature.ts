import type { Viewer } from './access/viewer.ts';
import type { AppContext } from './app-context.ts';
import type { Router } from './platform/http/routes.ts';

/** Registers the endpoints of a feature. */
export type Routes = (router: Router<Viewer>, context: AppContext) => void;

/** What a feature declares of itself. Each `feature.ts` exports one; `features.ts` lists them. */
export interface Feature {
  readonly routes?: Routes;
  /** The export of `pages/routes.ts`: pages that the server renders, for people without the app. */
  readonly pages?: Routes;
  /** Registers the handlers of the feature's background jobs. */
  readonly jobs?: (context: AppContext) => void;
  /**
   * The files of a member's export, by their names in `data/`: what makes the value of each, or its values one by one.
   * They hold of other members only what Circle's pages would show the viewer now.
   */
  readonly exports?: (
    context: AppContext,
    viewer: Viewer,
  ) => Readonly<Record<string, () => object | Promise<object>>>;
}
