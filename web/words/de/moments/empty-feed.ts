import type { emptyFeed as english } from '../../en/moments/empty-feed.ts';

export const emptyFeed = {
  empty: 'Noch keine Momente',
  emptyText: 'Hier tauchen die Leute aus deinen Kreisen auf. Jemand muss den Anfang machen.',
  emptyAction: 'Teile deinen ersten Moment',
  emptyCircle: 'Keine Momente in diesem Kreis',
  emptyCircleText: 'Seit du dabei bist, hat hier noch niemand etwas geteilt.',
  emptyMatch: 'Keine Momente passen zu deiner Auswahl',
  emptyMatchText: 'Hier erscheint, was andere aus ihren privaten Kreisen mit dir teilen.',
  lost: 'Diesen Kreis gibt es nicht mehr, oder du bist nicht mehr dabei.',
} satisfies typeof english;
