import type { postPages as english } from '../../en/moments/post-pages.ts';
import { numbered } from '../app/plural.ts';
import { upTo } from './posts.ts';

/** Texts about moments that the first screen does not need. */
export const postPages = {
  priority: {
    title: 'Nach Nähe',
    intro: 'Deine Kreise in deiner Reihenfolge.',
    set: 'Prioritäten setzen',
    loading: 'Deine Kreise werden geladen …',
    posts: (total: number) => (total === 1 ? '1 Moment' : `${upTo(total)} Momente`),
    shown: (count: number) => `${numbered(count)} angezeigt`,
    newest: 'der neueste:',
    none: 'Noch keine Momente',
    emptyCircle: 'Seit du dabei bist, hat hier noch niemand etwas geteilt.',
    seeAll: (total: number) => `Alle ${upTo(total)} Momente ansehen`,
    seeAllIn: (circle: string) => `in ${circle}`,
  },
  deleteDialog: {
    title: 'Moment löschen',
    text: 'Möchtest du diesen Moment wirklich löschen? Das lässt sich nicht rückgängig machen.',
    action: 'Moment löschen',
    busy: 'Wird gelöscht …',
    done: 'Moment gelöscht',
    failed: 'Das hat nicht geklappt',
  },
  page: {
    back: 'Zurück zu deinem Feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment von ${name}`,
    loading: 'Der Moment wird geladen …',
    failed: 'Der Moment konnte nicht geladen werden',
  },
} satisfies typeof english;
