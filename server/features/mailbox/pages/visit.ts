import type { Language } from '../../../../contract/shapes.ts';
import { findMailboxViewer, type Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { missing } from '../../../platform/problem.ts';
import { isInCircle } from '../membership.ts';
import type { Page } from './layout.ts';

/** A request for a page, without HTTP. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The request sends a form, and may change something. */
  readonly isForm: boolean;
  /** The fields of a sent form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The token of the browser's cookie. */
  readonly browser: string | null;
  /** The network from which the request comes. */
  readonly network: string;
  /** The language that the browser asks for. */
  readonly language: Language;
}

/** A page, or where the browser should go; with the token that the browser should keep. */
export type Answer = (Page | { to: string }) & { browser?: string };

/** A letter's link that names a current mailbox member. The link proves nothing about the visitor. */
export interface OpenLetter {
  /** The path of its page. */
  url: string;
  viewer: Viewer;
  /** The key of the newest post in it; null for a link that is in no letter. */
  newest: number | null;
}

/**
 * Also finds the letter of a member who is in no circle any more: they can still export and delete what they have.
 * @throws missing, also once the member has an account, or is suspended or banned
 */
export const findAnyLetter = async (
  { db, replyKeys }: Pick<AppContext, 'db' | 'replyKeys'>,
  token = '',
): Promise<OpenLetter> => {
  const key = replyKeys.open(token);
  const viewer = key?.kind === 'letter' ? await findMailboxViewer(db.read, key.user) : null;
  if (!key || !viewer) throw missing();
  return { url: `/letter/${token}`, viewer, newest: key.object === 0 ? null : key.object };
};

/** @throws missing as `findAnyLetter`, and for a member who is in no circle any more */
export const findLetter = async (
  context: Pick<AppContext, 'db' | 'replyKeys'>,
  token?: string,
): Promise<OpenLetter> => {
  const letter = await findAnyLetter(context, token);
  if (!(await isInCircle(context.db.read, letter.viewer.id))) throw missing();
  return letter;
};

const postId = /^[0-9a-f]{32}$/;

/** The id of the moment that the visitor wanted to open, if there is one. */
export const wantedMoment = ({ at }: Readonly<Record<string, string>>): string | null =>
  at !== undefined && postId.test(at) ? at : null;

/** The page of a letter, or that of one of its moments. */
export const pageOf = ({ url }: OpenLetter, moment: string | null): string =>
  moment === null ? url : `${url}/posts/${moment}`;

/** A query for `wantedMoment`. */
export const onTheWayTo = (moment: string | null): string => (moment === null ? '' : `?at=${moment}`);
