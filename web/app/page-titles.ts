/** The titles of the pages besides Home, which load with their list. */
import { words } from '../words/words.ts';

export const pageTitles = words.pageTitles;
