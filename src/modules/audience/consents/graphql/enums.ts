import { Channel, ConsentPurpose, ConsentSource, ConsentState } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';

const described = <Value extends string>(_values: Record<Value, Value>, descriptions: Record<Value, string>) =>
  Object.fromEntries(
    Object.entries<string>(descriptions).map(([name, description]) => [name, { description }]),
  ) as Record<Value, { description: string }>;

export const ChannelEnum = builder.enumType('Channel', {
  description: 'How people are reached.',
  values: described(Channel, { sms: 'Text messages.', voice: 'Calls.' }),
});

export const ConsentStateEnum = builder.enumType('ConsentState', {
  description: 'What a person last said about consent.',
  values: described(ConsentState, { granted: 'They agreed.', withdrawn: 'They refused, or took their consent back.' }),
});

export const ConsentPurposeEnum = builder.enumType('ConsentPurpose', {
  description: 'What people are reached for.',
  values: described(ConsentPurpose, {
    marketing: 'Offers and news.',
    service: 'What they asked for or need to know, such as appointments and deliveries.',
  }),
});

export const ConsentSourceEnum = builder.enumType('ConsentSource', {
  description: 'Where a statement about consent comes from.',
  values: described(ConsentSource, {
    import: 'A row of an imported file.',
    form: 'A form that they filled in.',
    keyword: 'A text message such as STOP or START.',
    link: 'A link that they followed.',
    call: 'What they said in a call with the team’s agent.',
    api: 'A system of the team.',
    agent: 'A person of the team whom they told.',
    provider: 'The SMS or voice provider, which keeps a list itself.',
  }),
});
