export { type Cost, costProblem, createPricer, type Pricer } from './cost.ts';
export type { CostOptions } from './cost-analysis.ts';
export { type SizeLimits, sizeProblem } from './document-size.ts';
export { nestingPlugin } from './nesting.ts';
export { type TextLimits, textLimits } from './text-limits.ts';
