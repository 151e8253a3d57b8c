import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take long. Vitest begins large files first: the last of these would run alone, beside an idle processor. */
const LONGEST = [
  'contract/tenancy',
  'modules/hub/simulation',
  'modules/delivery/engine/simulation',
  'modules/voice/engine/simulation',
];

export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(relative('test', moduleId).replace('.test.ts', ''));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(specifications)).sort((a, b) => place(a) - place(b));
  }
}
