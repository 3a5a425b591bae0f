/** How many photos and how many videos. */
export interface MediaCounts {
  photos: number;
  videos: number;
}
