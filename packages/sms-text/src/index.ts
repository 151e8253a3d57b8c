export { countParts, type Encoding, encodingOf } from './count-parts.ts';
export { encodeSmartly } from './smart-encoding.ts';
export { splitText } from './split-text.ts';
