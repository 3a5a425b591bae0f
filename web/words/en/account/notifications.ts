export const notifications = {
  bell: (unread: number, cap: string) => (unread === 0 ? 'Notifications' : `Notifications, ${cap} unread`),
  cap: '9+',
};
