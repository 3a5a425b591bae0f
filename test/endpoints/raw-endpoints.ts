import { inCircle, membersOnly, nobody, type Statuses } from './endpoints.ts';
import type { World } from './world.ts';

/** Pages of letters. Each answers 404 to everybody without a valid link; test/mailbox shows what links open. */
const letterPages = [
  ...['', '/browser/:ticket', '/posts/:id', '/photos/:name', '/stop', '/question/:id', '/mine'].map(
    (path) => `GET /letter/:token${path}`,
  ),
  ...[
    '/open',
    '/browser/:ticket',
    '/posts/:id/like',
    '/posts/:id/comments',
    '/yes',
    '/stop',
    '/question/:id',
    '/mine',
  ].map((path) => `POST /letter/:token${path}`),
  ...['', '/file'].map((path) => `GET /letter/mine/:ticket${path}`),
  ...['/choices', '/stop', '/start', '/questions', '/export', '/account', '/delete'].map(
    (path) => `POST /letter/mine/:ticket${path}`,
  ),
];

const letterPageDoors = Object.fromEntries(
  letterPages.map((name) => {
    const path = (name.split(' ')[1] ?? '').replaceAll(/:\w+/g, nobody());
    return [name, { path: () => path, statuses: [404, 404, 404, 404, 404] as const }];
  }),
);

/** A session opens no frame. */
const frameDoors = {
  'GET /frame': { path: () => '/frame', statuses: [200, 200, 200, 200, 200] as const },
  'GET /frame/now': { path: () => '/frame/now', statuses: [401, 401, 401, 401, 401] as const },
  'GET /frame/photos': { path: () => '/frame/photos', statuses: [401, 401, 401, 401, 401] as const },
  'GET /frame/photos/:name': {
    path: ({ post }: World) => `/frame/photos/${/\/([0-9a-f]{32})-/.exec(post.imageUrls[0] ?? '')?.[1]}`,
    statuses: [401, 401, 401, 401, 401] as const,
  },
  'POST /frame/code': { path: () => '/frame/code', statuses: [201, 201, 201, 201, 201] as const },
};

/** The doors that answer something else than JSON, by `METHOD path`. */
export const rawDoors: Readonly<
  Record<string, { path: (world: World) => string; statuses: Statuses; absent?: string }>
> = {
  // These tests run on the same machine, and local clients may read the metrics.
  'GET /metrics': { path: () => '/metrics', statuses: [200, 200, 200, 200, 200] },
  'POST /api/square/webhook': {
    path: () => '/api/square/webhook',
    statuses: [503, 503, 503, 503, 503],
  },
  'GET /uploads/:file': {
    path: ({ post }) => post.imageUrls[0] ?? '',
    statuses: inCircle(200),
    absent: `/uploads/${nobody()}-480.webp`,
  },
  'GET /api/images/:file': {
    path: ({ post }) => (post.imageUrls[0] ?? '').replace('/uploads/', '/api/images/'),
    statuses: inCircle(200),
    absent: `/api/images/${nobody()}-480.webp`,
  },
  'GET /api/login': { path: () => '/api/login', statuses: [302, 302, 302, 302, 302] },
  'GET /api/openapi.json': { path: () => '/api/openapi.json', statuses: [200, 200, 200, 200, 200] },
  'GET /api/notification-preferences/stop/:kind/:token': {
    path: () => `/api/notification-preferences/stop/like/${nobody()}`,
    statuses: [302, 302, 302, 302, 302],
  },
  'POST /api/notification-preferences/stop/:kind/:token': {
    path: () => `/api/notification-preferences/stop/like/${nobody()}`,
    statuses: [400, 400, 400, 400, 400],
  },
  'GET /api/delivery/stop/:token': {
    path: () => `/api/delivery/stop/${nobody()}`,
    statuses: [302, 302, 302, 302, 302],
  },
  'POST /api/delivery/stop/:token': {
    path: () => `/api/delivery/stop/${nobody()}`,
    statuses: [400, 400, 400, 400, 400],
  },
  'GET /api/admin/bug-reports/:id/:file': {
    path: () => `/api/admin/bug-reports/${nobody()}/${nobody()}-480.webp`,
    statuses: [401, 403, 403, 403, 403],
  },
  'GET /api/user/export/file': { path: () => '/api/user/export/file', statuses: membersOnly(200) },
  // No archive has a ninth part; test/archives/archives.test.ts downloads real ones.
  'GET /api/circles/:id/archive/file': {
    path: ({ circle }) => `/api/circles/${circle.id}/archive/file?part=9`,
    statuses: [401, 404, 404, 404, 404],
    absent: `/api/circles/${nobody()}/archive/file?part=9`,
  },
  'GET /healthz': { path: () => '/healthz', statuses: [200, 200, 200, 200, 200] },
  'GET /readyz': { path: () => '/readyz', statuses: [200, 200, 200, 200, 200] },
  ...letterPageDoors,
  ...frameDoors,
  'GET /api/events': { path: () => '/api/events', statuses: membersOnly(200) },
};
