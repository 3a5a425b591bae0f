import type { notifications as english } from '../../en/account/notifications.ts';

export const notifications = {
  bell: (unread: number, cap: string) =>
    unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${cap} ungelesen`,
  cap: '9+',
} satisfies typeof english;
