import { useState } from 'react';
import { graphql } from '../gql/index.ts';
import { useChange, useData } from '../lib/client.ts';
import { moment } from '../lib/format.ts';
import { Choices, Opens } from '../ui/dialog.tsx';
import { type FieldList, Message, MutationForm } from '../ui/form.tsx';
import { Grid } from '../ui/grid.tsx';
import { List } from '../ui/list.tsx';
import { Answer, Badge, Card, Facts, Page, Tabs } from '../ui/parts.tsx';
import { Providers } from './providers.tsx';

const Team = graphql(`
  query Team { team { id name timezone createdAt } }
`);
const UpdateTeam = graphql(`
  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name timezone } }
`);
const Rules = graphql(`
  query SendingSettings { sendingSettings { contactFrom contactUntil helpText stopWords postbackUrl } }
`);
const UpdateRules = graphql(`
  mutation UpdateSendingSettings($input: UpdateSendingSettingsInput!) {
    updateSendingSettings(input: $input) { contactFrom contactUntil helpText stopWords postbackUrl }
  }
`);
const People = graphql(`
  query Members { team { id members(first: 100) { userId role createdAt person { id name email } } } }
`);
const Invitations = graphql(`
  query Invitations { team { id invitations(first: 50) { id email role delivery expiresAt } } }
`);
const Invite = graphql(`
  mutation Invite($input: InviteMemberInput!) { inviteMember(input: $input) { id email } }
`);
const ChangeRole = graphql(`
  mutation ChangeRole($userId: ID!, $input: ChangeMemberRoleInput!) {
    changeMemberRole(userId: $userId, input: $input) { userId role }
  }
`);
const Remove = graphql(`
  mutation RemoveMember($userId: ID!) { removeMember(userId: $userId) { id } }
`);
const TokenList = graphql(`
  query Tokens($first: Int, $after: String, $last: Int, $before: String) {
    list: teamTokens(first: $first, after: $after, last: $last, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { id name role scopes { method endpoint reason } lastUsedAt expiresAt createdAt }
    }
  }
`);
const CreateToken = graphql(`
  mutation CreateToken($input: CreateTeamTokenInput!) { createTeamToken(input: $input) { id name accessToken } }
`);
const Revoke = graphql(`
  mutation RevokeToken($id: ID!) { revokeTeamToken(id: $id) { id } }
`);

export const Settings = () => (
  <Page title="Settings">
    <Tabs
      of={{
        team: ['Team', () => <TeamSettings />],
        members: ['Members', () => <Members />],
        tokens: ['Tokens', () => <Tokens />],
        sending: ['Quiet hours', () => <Sending />],
        providers: ['Providers', () => <Providers />],
      }}
    />
  </Page>
);

const TEAM: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'timezone', label: 'Time zone', options: Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]) },
];

const TeamSettings = () => (
  <Answer of={useData(Team, {})}>
    {({ team }) => (
      <Card title="Team">
        <MutationForm document={UpdateTeam} of={team} fields={TEAM} button="Save" />
        <small>Since {moment(team.createdAt)}</small>
      </Card>
    )}
  </Answer>
);

const RULES: FieldList = [
  [
    { name: 'contactFrom', label: 'From', kind: 'time', hint: 'Empty: at any time' },
    { name: 'contactUntil', label: 'Until', kind: 'time' },
  ],
  { name: 'helpText', label: 'Answer to HELP', rows: 2 },
  {
    name: 'stopWords',
    label: 'More words that mean STOP',
    kind: 'list',
    hint: 'STOP, END, CANCEL and their kin always do.',
  },
];

const Sending = () => (
  <Answer of={useData(Rules, {})}>
    {({ sendingSettings: settings }) => (
      <Card title="When contacts may be reached, by their own clock">
        <MutationForm document={UpdateRules} of={settings} fields={RULES} button="Save" />
        <Facts of={[['Leads and sales are reported to', <code key="">{settings.postbackUrl}</code>]]} />
      </Card>
    )}
  </Answer>
);

const ROLES = [
  ['member', 'Member: works with campaigns and contacts'],
  ['admin', 'Admin: also settings, tokens and people'],
  ['owner', 'Owner: all of it'],
] as const;

const LEAVES = 'They lose access to this team at once.';

function Members() {
  const team = useData(People, {});
  const invited = useData(Invitations, {}).data?.team.invitations ?? [];
  const changeRole = useChange(ChangeRole);
  return (
    <>
      <Card title="Invite somebody">
        <MutationForm
          inline
          document={Invite}
          button="Invite"
          fields={[
            { name: 'email', label: 'E-mail', kind: 'email' },
            { name: 'role', label: 'Role', options: ROLES },
          ]}
          onDone={(_, form) => form.reset()}
        />
      </Card>
      <Message text={changeRole.message} />
      <Answer of={team}>
        {({ team: { members } }) => (
          <Grid
            label="Members"
            rows={members}
            idOf={({ userId }) => userId}
            columns={[
              { header: 'Person', cell: ({ person }) => <strong>{person?.name ?? 'Somebody'}</strong> },
              { header: 'E-mail', cell: ({ person }) => person?.email ?? '–' },
              { header: 'Role', cell: ({ role }) => <Badge value={role} /> },
              { header: 'Since', cell: ({ createdAt }) => moment(createdAt) },
              {
                cell: ({ userId, role, person }) => (
                  <Choices
                    label={`Actions for ${person?.name}`}
                    choices={[
                      ...ROLES.filter(([other]) => other !== role).map(([other]) => ({
                        text: `Make ${other}`,
                        act: () => changeRole.change({ userId, input: { role: other } }),
                      })),
                      {
                        text: 'Remove …',
                        title: `Remove ${person?.name}?`,
                        confirm: { document: Remove, variables: { userId }, text: LEAVES, button: 'Remove' },
                      },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </Answer>
      {invited.length > 0 && (
        <Card title="Invited">
          <Facts
            of={invited.map(({ email, role, delivery, expiresAt }) => [
              email,
              `as ${role}, e-mail ${delivery}, until ${moment(expiresAt)}`,
            ])}
          />
        </Card>
      )}
    </>
  );
}

/** `GET /v1/offers reason`, one on a line. */
const scopesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [method, endpoint = '', ...reason] = line.trim().split(/\s+/);
    return method ? [{ method, endpoint, reason: reason.join(' ') }] : [];
  });

const TOKEN: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'role', label: 'Role', options: ROLES },
  {
    name: 'scopes',
    label: 'Limited to endpoints',
    rows: 3,
    hint: 'One on a line, e.g. GET /v1/sms/campaigns. Empty: everything of its role.',
    kind: 'list',
    read: scopesOf,
  },
  { name: 'expiresAt', label: 'Until', kind: 'moment', hint: 'Empty: until it is revoked' },
];

function NewToken() {
  const [made, setMade] = useState<string>();
  if (made) {
    return (
      <>
        <p>Keep it where your program finds it, and nowhere else.</p>
        <pre>{made}</pre>
      </>
    );
  }
  return (
    <MutationForm
      document={CreateToken}
      fields={TOKEN}
      button="Create"
      onDone={({ createTeamToken }) => setMade(createTeamToken.accessToken ?? undefined)}
    />
  );
}

const REVOKED = 'What uses it is refused at once.';

const Tokens = () => (
  <>
    <div className="actions">
      <Opens text="New token" className="main">
        {() => <NewToken />}
      </Opens>
    </div>
    <List
      document={TokenList}
      noun="token"
      columns={[
        { header: 'Token', cell: ({ name }) => <strong>{name}</strong> },
        { header: 'Role', cell: ({ role }) => <Badge value={role} /> },
        {
          header: 'May',
          cell: ({ scopes }) => {
            const all = scopes.map(({ method, endpoint }) => `${method.toUpperCase()} ${endpoint}`);
            return all.length === 0 ? 'everything of its role' : <code title={all.join('\n')}>{all.join(', ')}</code>;
          },
        },
        { header: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt) },
        { header: 'Until', cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : 'no end') },
        {
          cell: ({ id, name }) => (
            <Choices
              label={`Actions for ${name}`}
              choices={[
                {
                  text: 'Revoke …',
                  title: `Revoke ${name}?`,
                  confirm: { document: Revoke, variables: { id }, text: REVOKED, button: 'Revoke' },
                },
              ]}
            />
          ),
        },
      ]}
    />
  </>
);
