/** The code of what Home and its moments show after the first screen, one chunk for each. */

export const albumShelf = () => import('../features/albums/album-shelf.tsx');
export const comments = () => import('../features/comments/comments.tsx');
export const emptyFeed = () => import('../features/posts/feed/empty-feed.tsx');
export const filterLinks = () => import('../features/posts/feed/filter-links.tsx');
export const moreCircles = () => import('../features/circles/more-circles.tsx');
export const photosView = () => import('../features/timeline/photos-view.tsx');
export const postMenu = () => import('../features/posts/card/post-menu.tsx');
export const quietCard = () => import('../features/delivery/quiet-card.tsx');
export const setupCard = () => import('../features/system/setup-card.tsx');
export const voicePlayer = () => import('../features/media/voice/voice-player.tsx');
export const thisDay = () => import('../features/timeline/this-day.tsx');
