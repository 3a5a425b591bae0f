import { Avatar } from './avatar.tsx';
import { displayName, profileImage } from './person-name.ts';

interface PersonAvatarProps {
  person: Parameters<typeof displayName>[0] & Parameters<typeof profileImage>[0];
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/** A member's picture. Screen readers skip it, because the name stands beside it. */
export function PersonAvatar({ person, size = 'md' }: PersonAvatarProps) {
  return <Avatar src={profileImage(person)} name={displayName(person)} size={size} />;
}
