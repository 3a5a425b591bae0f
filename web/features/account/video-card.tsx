import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { TextLink } from '../../ui/form/links.tsx';
import { words } from '../../words/words.ts';

const texts = words.videoSharing;

/** Whether this member may share videos, and why. */
export function VideoCard() {
  const { accountStatus } = useUser();
  const { data: config } = useQuery(queryFor(site.config, {}));
  if (!config) return null;
  const lacksPlan = config.video === 'premium' && accountStatus !== 'premium';
  return (
    <section className="card pad" aria-labelledby="video">
      <h2 id="video" className="row">
        <Video aria-hidden="true" />
        {texts.title}
      </h2>
      <p className="small mut mt-2">
        {!lacksPlan
          ? texts.allowed[config.video]
          : config.payments.enabled
            ? texts.lacksPlan
            : texts.allowed.off}
      </p>
      {lacksPlan && config.payments.enabled ? (
        <TextLink href="/square-subscribe?plan=premium">{texts.plan}</TextLink>
      ) : null}
    </section>
  );
}
