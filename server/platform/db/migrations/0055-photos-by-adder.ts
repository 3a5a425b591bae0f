/** For the number of an album's photos that a viewer sees, which is counted by who added them. */
export const photosByAdder = (): string[] => ['create index photos_by_adder on images (post_id, owner_id)'];
