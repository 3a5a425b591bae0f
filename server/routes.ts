import type { Viewer } from './access/viewer.ts';
import type { House } from './house.ts';
import type { Router } from './platform/http/routes.ts';

/** The export of each feature's `routes.ts`: it registers the feature's endpoints. */
export type Routes = (router: Router<Viewer>, house: House) => void;
