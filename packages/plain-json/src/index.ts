export { isMoment, isRealDay, parsedInUtc } from './moments.ts';
export { isObject, parseJson, parseLooseJson } from './parse.ts';
export { type Flaw, flawOf, isStorable, maxDepth, storable, storableJson, withoutProto } from './storable.ts';
