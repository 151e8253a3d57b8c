import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { domainPlanFilter } from '../operations.ts';

const NAME = 'Name, 1 to 255 characters';
const DOMAINS =
  '1 to 50 host names of at most 253 characters, without scheme, port and path, e.g. `go.example.com`; those beyond ASCII in Punycode. Kept in lower case; repeats count once';

export const DomainPlanFilter = filterInput(domainPlanFilter);

export const DomainPlanOrder = orderInput('DomainPlan', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});

export const [CreateDomainPlanInput, UpdateDomainPlanInput] = inputPair('DomainPlan', {
  create: 'A new domain plan.',
  update: 'What changes about a domain plan; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: `${NAME}.`, onUpdate: `${NAME}; it cannot be cleared.` }),
    domains: t.stringList({
      required: true,
      description: `${DOMAINS}.`,
      onUpdate: `All its domains: ${DOMAINS}. They cannot be cleared.`,
    }),
  }),
});
