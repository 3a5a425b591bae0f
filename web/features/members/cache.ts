import type { QueryClient } from '@tanstack/react-query';
import { userKey } from '../../app/session.tsx';

/** After the own profile changed: who one is, and wherever one's name and picture stand. */
export const refreshProfile = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: userKey });
  for (const part of ['users', 'posts', 'circles'])
    void client.invalidateQueries({ queryKey: ['/api', part] });
};
