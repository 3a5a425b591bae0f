import type { postPages as english } from '../../en/moments/post-pages.ts';
import { counted, numbered } from '../app/plural.ts';
import { upTo } from './posts.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

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
  audienceDialog: {
    title: 'Wer das sehen kann',
    loading: 'Die Liste wird geladen …',
    failed: 'Die Liste konnte nicht geladen werden.',
    people: (count: number) =>
      count === 0
        ? 'Nur du kannst das sehen.'
        : `${counted(count, 'Person außer dir kann', 'Personen außer dir können')} das sehen. Sonst niemand.`,
    list: 'Personen, die das sehen können',
    through: (circles: readonly string[]) => `Über ${names.format(circles)}`,
    since: (date: string) => `seit ${date}`,
    circles: 'Geteilt mit',
    remove: 'Entfernen',
    removeFrom: (circle: string) => `${circle} entfernen`,
    confirm: (circle: string) => `${circle} entfernen?`,
    confirmText: (circle: string) =>
      `Wer diesen Moment nur über ${circle} sieht, sieht ihn und die Kommentare von dort dann nicht mehr. Du kannst den Kreis nicht wieder hinzufügen.`,
    removeBusy: 'Wird entfernt …',
    removed: (circle: string) => `Nicht mehr mit ${circle} geteilt`,
    removeFailed: 'Das hat nicht geklappt',
  },
  page: {
    back: 'Zurück zu deinem Feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment von ${name}`,
    loading: 'Der Moment wird geladen …',
    failed: 'Der Moment konnte nicht geladen werden',
  },
} satisfies typeof english;
