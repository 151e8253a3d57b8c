import * as gql from '../gql/graphql.ts';
import { ENDPOINTS } from '../lib/endpoints.ts';
import { moment, useData } from '../lib/index.ts';
import { isWithin } from '../lib/roles.ts';
import { isMine, session } from '../lib/session.ts';
import { confirms, type FieldList, type FieldOf, FormButton, Grid, List, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Card, Facts, Page, Tabs, When } from '../ui/parts.tsx';
import { Account } from './account.tsx';
import { Providers } from './providers.tsx';

const isPerson = session?.token.startsWith('obs_') ?? false;

export const Settings = () => (
  <Page title="Settings">
    <Tabs
      of={{
        team: ['Team', () => <Team />],
        members: ['Members', () => <Members />],
        tokens: [isMine(gql.CreateTokenDocument) && 'Tokens', () => <Tokens />],
        sending: ['Quiet hours', () => <QuietHours />],
        providers: ['Providers', () => <Providers />],
        account: [isPerson && 'Your account', () => <Account />],
      }}
    />
  </Page>
);

const NAMES = new Intl.DisplayNames(undefined, { type: 'currency' });
const TEAM: FieldOf[] = [
  { name: 'name', label: 'Name' },
  { name: 'timezone', label: 'Time zone', options: Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]) },
  {
    name: 'currency',
    label: 'Currency',
    options: Intl.supportedValuesOf('currency').map((code) => [code, `${code} · ${NAMES.of(code)}`]),
    none: 'Not set',
    hint: 'Prices, costs and balances are in it. Changing it converts nothing.',
  },
];
const REQUIRES: FieldOf = {
  ...{ name: 'requiresTwoFactor', label: 'Two-factor sign-in', kind: 'flag' },
  options: Object.entries({ false: 'Up to each member', true: 'Required' }),
  hint: 'Required: members without it can only set it up. Tokens keep working.',
};

const Team = () => (
  <Answer of={useData(gql.TeamDocument, {})}>
    {({ team }) => (
      <Card title="Team">
        <MutationForm
          document={gql.UpdateTeamDocument}
          of={team}
          fields={isBelow('owner') ? [...TEAM, REQUIRES] : TEAM}
          button="Save"
        />
        <small>Since {moment(team.createdAt)}</small>
      </Card>
    )}
  </Answer>
);

const STOP_HINT = 'STOP, END, CANCEL and similar words always do.';
const RULES: FieldList = [
  [
    { name: 'contactFrom', label: 'From', kind: 'time', hint: 'Empty: at any time' },
    { name: 'contactUntil', label: 'Until', kind: 'time' },
  ],
  { name: 'helpText', label: 'Answer to HELP', rows: 2 },
  { name: 'stopWords', label: 'More words that mean STOP', kind: 'list', hint: STOP_HINT },
];

const QuietHours = () => (
  <Answer of={useData(gql.SendingSettingsDocument, {})}>
    {({ sendingSettings: settings }) => (
      <Card title="When contacts may be reached, by their own clock">
        <MutationForm document={gql.UpdateSendingSettingsDocument} of={settings} fields={RULES} button="Save" />
        <Facts of={[['Leads and sales are reported to', <code key="">{settings.postbackUrl}</code>]]} />
        <FormButton
          text="New postback secret …"
          title="Replace the secret in postback addresses?"
          document={gql.RotatePostbackSecretDocument}
          fields={[]}
          button="Replace"
          secretOf={({ rotatePostbackSecret }) => rotatePostbackSecret.secret}
          secretNote="Postbacks with the former secret are refused from now on."
        />
        <FormButton
          text="New pre-check secret …"
          title="Replace the secret that signs pre-checks?"
          document={gql.RotatePreCheckSecretDocument}
          fields={[]}
          button="Replace"
          secretOf={({ rotatePreCheckSecret }) => rotatePreCheckSecret.secret}
          secretNote="Requests to the pre-check URLs of campaigns are signed with it from now on. You won't see it again."
        />
      </Card>
    )}
  </Answer>
);

const ROLES = [
  ['member', 'Member: works with campaigns and contacts'],
  ['admin', 'Admin: also settings, tokens and people'],
  ['owner', 'Owner: everything'],
] as const;
/** Nobody gives, changes or takes a role above their own. */
const isBelow = (role: gql.Role) => isWithin(session?.role ?? null, role);
const ROLE: FieldOf = { name: 'role', label: 'Role', options: ROLES.filter(([role]) => isBelow(role)) };
const INVITATION: FieldList = [{ name: 'email', label: 'E-mail', kind: 'email' }, ROLE];
const LEAVES = 'They lose access to this team immediately.';

function Members() {
  const isAdmin = isMine(gql.ChangeRoleDocument);
  const team = useData(gql.MembersDocument, { isAdmin });
  const invited = useData(gql.InvitationsDocument, {}).data?.team.invitations.nodes ?? [];
  return (
    <>
      <Card title="Invite somebody" of={gql.InviteDocument}>
        <MutationForm
          inline
          document={gql.InviteDocument}
          button="Invite"
          fields={INVITATION}
          onDone={(_, form) => form.reset()}
        />
      </Card>
      <Answer of={team}>
        {({ team: { members } }) => (
          <Grid
            label="Members"
            rows={members.nodes}
            idOf={({ userId }) => userId}
            columns={[
              { header: 'Person', cell: ({ person }) => <strong>{person?.name ?? 'Somebody'}</strong> },
              { header: 'E-mail', cell: ({ person }) => person?.email },
              { header: 'Role', cell: ({ role }) => <Badge value={role} /> },
              ...(isAdmin
                ? [
                    {
                      header: 'Two-factor sign-in',
                      cell: ({ person }: Member) => (person?.isTwoFactorOn ? 'On' : 'Off'),
                    },
                  ]
                : []),
              { header: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
              { cell: memberActions },
            ]}
          />
        )}
      </Answer>
      {invited.length > 0 && (
        <Card title="Invited">
          <ul className="list">
            {invited.map(({ id, email, role, delivery, expiresAt }) => (
              <li key={id}>
                <Badge value={role} />
                <span>
                  {email}
                  <small>{`E-mail ${delivery}, good until ${moment(expiresAt)}`}</small>
                </span>
                <Opens text="Revoke" title={`Revoke the invitation of ${email}?`} of={gql.RevokeInvitationDocument}>
                  {confirms({
                    document: gql.RevokeInvitationDocument,
                    variables: { id },
                    text: 'The link in the e-mail stops working.',
                    button: 'Revoke',
                  })}
                </Opens>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type Member = gql.MembersQuery['team']['members']['nodes'][number];

const memberActions = ({ userId, role, person }: Member) =>
  isBelow(role) && (
    <span className="actions">
      <FormButton
        text="Role …"
        title={`Role of ${person?.name}`}
        document={gql.ChangeRoleDocument}
        fixed={{ userId }}
        of={{ role }}
        fields={[ROLE]}
        button="Save"
      />
      <Opens text="Remove …" title={`Remove ${person?.name}?`} of={gql.RemoveMemberDocument}>
        {confirms({ document: gql.RemoveMemberDocument, variables: { userId }, text: LEAVES, button: 'Remove' })}
      </Opens>
    </span>
  );

const scopesOf = (chosen: string[]) =>
  chosen.map((one) => {
    const [method, endpoint] = one.split(' ');
    return { method, endpoint };
  });

const SCOPES_HINT = 'None: everything its role allows.';
const TOKEN: FieldList = [
  { name: 'name', label: 'Name' },
  ROLE,
  { name: 'scopes', label: 'Limited to', multiple: true, options: ENDPOINTS, hint: SCOPES_HINT, read: scopesOf },
  { name: 'expiresAt', label: 'Expires', kind: 'moment', hint: 'Leave empty for no expiry.' },
];
const REVOKED = 'Everything that uses it stops working immediately.';

const Tokens = () => (
  <>
    <div className="actions">
      <FormButton
        text="New token"
        className="main"
        document={gql.CreateTokenDocument}
        fields={TOKEN}
        secretOf={({ createTeamToken }) => createTeamToken.accessToken}
        secretNote="Owners and admins can read it again through the API."
      />
    </div>
    <List
      document={gql.TokensDocument}
      noun="token"
      columns={[
        { header: 'Token', cell: ({ name }) => <strong>{name}</strong> },
        { header: 'Role', cell: ({ role }) => <Badge value={role} /> },
        {
          header: 'May',
          cell: ({ scopes }) => {
            const all = scopes.map(({ method, endpoint }) => `${method.toUpperCase()} ${endpoint}`);
            return all.length === 0 ? (
              'Everything its role allows'
            ) : (
              <code title={all.join('\n')}>{all.join(', ')}</code>
            );
          },
        },
        { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        { header: 'Until', cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : 'No expiry') },
        {
          cell: ({ id, name }) => (
            <Opens text="Revoke …" title={`Revoke ${name}?`} of={gql.RevokeTokenDocument}>
              {confirms({ document: gql.RevokeTokenDocument, variables: { id }, text: REVOKED, button: 'Revoke' })}
            </Opens>
          ),
        },
      ]}
    />
  </>
);
