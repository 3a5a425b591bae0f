import type { Person } from '../../../contract/shapes.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { listName, profileImage } from './names.ts';

/** A member's picture. Silent: the name stands beside it. */
export function PersonAvatar({ person, size = 'md' }: { person: Person; size?: 'sm' | 'md' | 'lg' | 'xl' }) {
  return <Avatar src={profileImage(person)} name={listName(person)} size={size} />;
}
