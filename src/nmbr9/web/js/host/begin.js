// Loaded before everything else where no server answers: on a static site, and when a page of a server
// was opened without a line.

import { at } from '../net/base.js';
import { goOn } from './cut.js';
import { playHere } from './here.js';
import { followVersions } from './versions.js';

if (document.documentElement.dataset.line === 'cut') void goOn();
else playHere({ isCut: false, whenReady: () => void followVersions(at('/sw.js')) });
