/** Which features may name a table, besides access/ and platform/. Several share the row of a person. */
export const owners: Record<string, readonly string[]> = {
  users: ['members', 'auth', 'account', 'verification', 'moderation'],
  sessions: ['auth', 'account'],
  circles: ['circles'],
  circle_members: ['circles'],
  told_posts: ['delivery'],
  album_additions: ['albums'],
  told_albums: ['delivery'],
  letters: ['letters'],
  letter_photos: ['letters'],
  posts_in_letters: ['letters'],
  letter_browsers: ['mailbox'],
  mailbox_invitations: ['mailbox'],
  stopped_askers: ['mailbox'],
  taken_mails: ['mailbox'],
  mail_addresses: ['mailbox'],
  incoming_mails: ['mailbox'],
  video_uploads: ['media'],
  video_parts: ['media'],
  posts: ['posts'],
  post_circles: ['posts'],
  post_mentions: ['mentions'],
  post_hidden_from: ['posts'],
  questions: ['questions'],
  ended_memberships: [],
  former_post_circles: [],
  take_backs: ['audience'],
  take_back_people: ['audience'],
  take_back_devices: ['audience'],
  images: ['media'],
  circle_photos: ['media'],
  not_again: ['timeline'],
  archives: ['archives'],
  archive_posts: ['archives'],
  archive_photos: ['archives'],
  archive_people: ['archives'],
  archive_leftovers: ['archives'],
  imports: ['imports'],
  import_albums: ['imports'],
  // A frame is a session, which ends with the others.
  frames: ['frames', 'auth'],
  frame_codes: ['frames'],
  frame_photos: ['frames'],
  comments: ['comments'],
  comment_circles: ['comments'],
  comment_mentions: ['mentions'],
  likes: ['likes'],
  like_circles: ['likes'],
  photo_likes: ['likes'],
  photo_like_circles: ['likes'],
  blocks: ['blocking'],
  mutes: ['blocking'],
  blocked_memberships: ['blocking'],
  notifications: ['notifications'],
  unfollowed_posts: ['notifications'],
  withdrawn_news: ['notifications'],
  notification_preferences: ['notifications'],
  push_subscriptions: ['notifications'],
  known_browsers: ['auth', 'account'],
  totp_secrets: ['auth'],
  recovery_codes: ['auth'],
  passkeys: ['auth'],
  tickets: ['auth'],
  denials: ['auth'],
  exports: ['account'],
  invitations: ['invitations'],
  verification_requests: ['verification', 'members'],
  name_requests: ['verification'],
  reports: ['reporting', 'moderation'],
  report_photos: ['reporting'],
  report_reviewers: ['moderation'],
  email_tokens: ['auth', 'account'],
  payments: ['payments'],
  subscriptions: ['payments'],
  webhook_events: ['payments'],
  jobs: [],
  audit: ['audit'],
  rate_limits: [],
  bug_reports: ['bug-reports'],
  scenario_runs: ['scenarios'],
  scenario_ideas: ['scenarios'],
  repeated_calls: [],
  meta: ['system'],
  nodes: [],
  deletions: ['system'],
};

/**
 * Features that name a table of another, because what they do is about both, in one statement or one transaction.
 * Whatever a person is shown goes through access/ all the same.
 */
export const guests: Record<string, readonly string[]> = {
  // The actor and the target.
  audit: ['users'],
  // The hourly sweep takes away what has expired, wherever it lies.
  // One's own account shows the name that waits for an administrator.
  auth: ['rate_limits', 'repeated_calls', 'name_requests'],
  // The reporter.
  'bug-reports': ['users'],
  // A block ends the circle rows between two people, and what one has invited the other to.
  blocking: ['users', 'circles', 'circle_members', 'invitations', 'mailbox_invitations', 'questions'],
  // A person's key from their id; members who block each other share no circle; a removed member's invitations end;
  // a circle that ends takes the rows of its posts with it, a few at a time.
  circles: ['users', 'blocks', 'invitations', 'mailbox_invitations', 'post_circles'],
  // A question is from a member to a member of a circle.
  questions: ['users', 'circles'],
  // A frame belongs to a membership, and shows the photos of its circle.
  frames: ['circle_members', 'circle_photos', 'circles', 'images', 'users'],
  // A mention names a member.
  mentions: ['users'],
  // Raises the counters of the post, and belongs to the circles that post and writer share.
  // A comment may be about a photo, of which it shows a small picture.
  comments: ['users', 'posts', 'post_circles', 'circles', 'circle_members', 'images'],
  // The photos of its moments.
  // An album is a post with photos, and has an author. Those of all circles of the viewer come in one statement.
  albums: ['posts', 'post_circles', 'circles', 'circle_members', 'images', 'users'],
  // The albums of an import are posts.
  imports: ['posts', 'circles', 'images'],
  // Photos of the viewer's circles by day, in one statement; This day also has moments.
  timeline: ['circle_members', 'circle_photos', 'images', 'post_circles', 'posts', 'users'],
  // The index is made of moments and their circles.
  search: ['posts', 'post_circles', 'images', 'circle_members'],
  // An archive holds the moments and photos of a circle that its member sees.
  archives: ['circles', 'posts', 'post_circles', 'circle_photos', 'images'],
  // A letter also moves its reader's marks and the time of the next one.
  // `meta` keeps whether members vouch for whom they invite.
  members: ['meta'],
  // `meta` keeps that a try is under way.
  settings: ['meta'],
  // An invitation is from a member and into a circle; the answer makes a member.
  // A mail names what it answers by key. `meta` marks that stored keys were removed from all words.
  mailbox: ['users', 'circles', 'circle_members', 'posts', 'post_circles', 'comments', 'meta'],
  letters: [
    'images',
    'users',
    'circles',
    'circle_members',
    'told_posts',
    'post_circles',
    'posts',
    'mail_addresses',
  ],
  // Has no table: it is a view of one's own circles.
  contacts: ['circles', 'circle_members'],
  // A choice belongs to a membership, or to the member for all private circles of others; posts count as told.
  delivery: ['circles', 'circle_members', 'users', 'posts', 'post_circles'],
  // An invitation is from a person and into a circle.
  invitations: ['users', 'circles', 'mailbox_invitations'],
  // Raises the counters of the post and its popularity in each circle, and belongs to the circles that post and giver
  // share; a notification of several likes names a member who still likes it. `meta` marks how far a job is.
  likes: ['posts', 'post_circles', 'circles', 'circle_members', 'users', 'images', 'notifications', 'meta'],
  // The moment or comment that has a voice; the profile picture's owner; the stored files of exports, archives and bug reports; photos that a report keeps.
  media: [
    'users',
    'posts',
    'comments',
    'post_circles',
    'incoming_mails',
    'exports',
    'archives',
    'archive_leftovers',
    'bug_reports',
    'report_photos',
  ],
  // The words of a notification name what it is about, and the circle that an accepted invitation led to; a browser
  // hears of it while its session lasts. Each new moment notifies once.
  notifications: [
    'users',
    'posts',
    'post_circles',
    'circles',
    'circle_members',
    'told_posts',
    'album_additions',
    'invitations',
    'questions',
    'sessions',
  ],
  // The reported content as its reporter sees it now.
  reporting: ['users', 'posts', 'comments', 'images'],
  // A plan is what the provider says is paid for, and a customer there has a name and an address.
  payments: ['users'],
  // A page of the feed, authors, circles and likes included, is one statement.
  // Photos that others added to an album return to them.
  posts: [
    'circles',
    'circle_members',
    'users',
    'likes',
    'take_backs',
    'former_post_circles',
    'images',
    'circle_photos',
    // No photo returns to an album of an open import.
    'import_albums',
    // A photo that replaces another stays put away, and so does an album that an import shares.
    'not_again',
    // An album of an import takes them along when it is shared.
    'comments',
    'post_mentions',
  ],
  // Lists the readers of a post or a comment, with names, circles and their number, in one statement. A receipt also
  // tells of their sessions and letters.
  audience: [
    'users',
    'circles',
    'circle_members',
    'posts',
    'comments',
    'comment_circles',
    'sessions',
    'posts_in_letters',
  ],
  // Sums what a person's photos take, against what their plan gives.
  usage: ['images', 'users'],
};
