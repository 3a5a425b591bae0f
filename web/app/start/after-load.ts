// Loads with the list of the other pages, once the first page has loaded.
import { keepToastsAcrossDocuments, showKeptToast } from '../pending-toast.ts';
import { acceptReplacedTexts } from './replaced-texts.ts';

export const afterLoad = (): void => {
  // Browsers translate a page that has loaded.
  acceptReplacedTexts();
  showKeptToast();
  keepToastsAcrossDocuments();
};
