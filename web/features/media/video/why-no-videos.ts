import type { QueryClient } from '@tanstack/react-query';
import { messages } from '../../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../../contract/shapes.ts';
import * as site from '../../../../contract/site.ts';
import { userKey } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';

/** Why this member cannot share videos here, null if they can. Without an answer the server decides later. */
export const whyNoVideos = async (client: QueryClient): Promise<string | null> => {
  try {
    const { video } = await client.query({ ...queryFor(site.config, {}), staleTime: 'static' });
    const plan = client.getQueryData<CurrentUser>(userKey)?.accountStatus;
    if (video === 'off') return messages.videosOff;
    return video === 'premium' && plan !== 'premium' ? messages.videosPremium : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
};
