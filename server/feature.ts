import type { Viewer } from './access/viewer.ts';
import type { AppContext } from './app-context.ts';
import type { Tx } from './platform/db/database.ts';
import type { Router } from './platform/http/routes.ts';

/** Registers the endpoints of a feature. */
export type Routes = (router: Router<Viewer>, context: AppContext) => void;

/** The declaration of a feature. Each `feature.ts` exports one; `features.ts` lists them. */
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
  readonly member?: WithMember;
}

/** A member whose account ends. Their address is as it was until then. */
export interface LeavingMember {
  readonly id: number;
  readonly email: string;
}

/**
 * The part of a feature in what happens to a member, within the same transaction. Foreign keys delete the rows that only
 * refer to the member's.
 */
export interface WithMember {
  /** The account ends. */
  readonly onLeave?: (tx: Tx, member: LeavingMember, context: Pick<AppContext, 'jobs'>) => Promise<void>;
  /** The account passes to the owner of its address, who wants nothing of what is in it. */
  readonly onStartEmpty?: (tx: Tx, memberId: number, context: Pick<AppContext, 'jobs'>) => Promise<void>;
  /** The member is out of everybody's sight, and no counter includes them. */
  readonly onBan?: (tx: Tx, memberId: number) => Promise<void>;
  /** The ban is lifted. */
  readonly onUnban?: (tx: Tx, memberId: number) => Promise<void>;
}

/** Has all features do their part, what builds on others first. */
export const withMember = async (
  features: readonly Feature[],
  part: (member: WithMember) => Promise<void> | undefined,
): Promise<void> => {
  for (const { member } of features.toReversed()) if (member) await part(member);
};
