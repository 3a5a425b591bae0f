export const rooms = ['moments', 'photos', 'albums', 'people'] as const;
export type Room = (typeof rooms)[number];

/** The address of a circle's page, or of one of its rooms, or its settings. */
export const placeOf = (id: string, room?: Room | 'settings'): string =>
  `/circle-management?id=${id}${room === undefined ? '' : `&tab=${room}`}`;
