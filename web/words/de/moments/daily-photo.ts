import type { dailyPhoto as english } from '../../en/moments/daily-photo.ts';

export const dailyPhoto = {
  title: 'Einen Moment teilen',
  intro: 'Ein Foto von heute. Es muss nicht perfekt sein.',
  take: 'Foto aufnehmen',
  limit: 'Nur Fotos, bis 10 MB.',
  onlyPhotos: 'Hier geht nur ein Foto. Das Video kannst du als Moment teilen.',
  choose: 'Foto wählen',
  different: 'Anderes Foto wählen',
  use: 'Dieses Foto verwenden',
  preparing: 'Dein Foto wird vorbereitet …',
  photo: 'Dein Foto',
  discardDialog: {
    title: 'Dieses Foto verwerfen?',
    text: 'Circle löscht es von diesem Gerät. Es wurde nicht geteilt.',
    action: 'Verwerfen',
  },
  failed: 'Dein Foto wurde nicht geteilt. Bitte versuch es noch einmal.',
} satisfies typeof english;
