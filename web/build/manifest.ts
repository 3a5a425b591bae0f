import type { page } from '../../dist/words/en/page.ts';

const icon = [{ src: '/icons/icon-192.png', sizes: '192x192' }];

/** The web app manifest: the name and icons of an installed Circle, and its share target. */
export const manifestOf = (words: typeof page.manifest) => ({
  name: 'Circle',
  short_name: 'Circle',
  description: words.description,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f5f4',
  theme_color: '#f3f5f4',
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: words.share, url: '/create-post', icons: icon },
    { name: words.closest, url: '/feed', icons: icon },
    { name: words.notifications, url: '/notifications', icons: icon },
  ],
  share_target: {
    action: '/create-post',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [
        {
          name: 'photos',
          accept: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'video/*'],
        },
      ],
    },
  },
});
