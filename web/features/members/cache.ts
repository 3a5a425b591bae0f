import type { QueryClient } from '@tanstack/react-query';
import { userKey } from '../../app/session.tsx';

/** Refetches after the viewer's own profile changed: the current user, and all lists with the name and picture. */
export const refreshProfile = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: userKey });
  for (const part of ['users', 'posts', 'circles'])
    void client.invalidateQueries({ queryKey: ['/api', part] });
};
