import { startPairing } from './pairing.ts';
import { startShowing } from './showing.ts';

if (document.body.dataset['page'] === 'showing') startShowing();
else startPairing();
