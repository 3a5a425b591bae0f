import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { LinkRow, PlainRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const texts = words.videoSharing;

/** Whether this member may share videos, and why. */
export function VideoRow() {
  const { accountStatus } = useUser();
  const { data: config } = useQuery(queryFor(site.config, {}));
  if (!config) return null;
  const row = { icon: Video, title: texts.title };
  if (config.video !== 'premium' || accountStatus === 'premium')
    return <PlainRow {...row} note={texts.allowed[config.video]} />;
  return config.payments.enabled ? (
    <LinkRow {...row} href="/square-subscribe?plan=premium" note={texts.lacksPlan} />
  ) : (
    <PlainRow {...row} note={texts.allowed.off} />
  );
}
