// Tables of albums and of the days of photos. `schema.ts` lists all tables.

/** A part of `day_key`: keys of images stay below it. */
export const dayStep = 4_294_967_296;

/** A photo of a circle. The database deletes it with its `post_circles` row and with its image. */
export interface CirclePhotos {
  circle_id: number;
  day_key: number;
  image_id: number;
  post_id: number;
}

/** A photo, post, member or day that a member does not want to see among earlier years' photos again. */
export interface NotAgain {
  user_id: number;
  scope: 'photo' | 'post' | 'member' | 'day';
  /** The key of the photo, post or member; of a day, `month * 100 + day`. */
  target: number;
}
