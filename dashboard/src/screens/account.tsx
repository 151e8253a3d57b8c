import * as gql from '../gql/graphql.ts';
import { moment, useData } from '../lib/index.ts';
import { keepSession } from '../lib/session.ts';
import { confirms, type FieldList, FormButton, Grid, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Both, Card, Facts, When } from '../ui/parts.tsx';
import { TwoFactor } from './two-factor.tsx';

const PASSWORDS: FieldList = [
  { name: 'currentPassword', label: 'Current password', kind: 'password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', kind: 'password', autoComplete: 'new-password' },
];
const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone] as const);
const TEAM: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'timezone', label: 'Time zone', options: zones, value: Intl.DateTimeFormat().resolvedOptions().timeZone },
];

export const Account = () => (
  <Answer of={useData(gql.AccountDocument, {})}>
    {({ me, mySessions }) => (
      <>
        <div className="columns">
          <Card
            title="You"
            actions={<FormButton text="New team" document={gql.CreateTeamDocument} fields={TEAM} title="New team" />}
          >
            <Facts
              of={[
                ['Name', me.name],
                ['E-mail', me.email],
                ['Confirmed', me.emailConfirmedAt ? moment(me.emailConfirmedAt) : 'Not yet'],
              ]}
            />
            <div className="actions">
              {!me.emailConfirmedAt && (
                <Opens text="Confirm the e-mail" title="Confirm your e-mail">
                  {confirms({
                    document: gql.ConfirmEmailDocument,
                    variables: {},
                    text: 'You get an e-mail with a link.',
                    button: 'Send it',
                  })}
                </Opens>
              )}
              <Opens text="Leave the team" title="Leave this team?" className="danger">
                {confirms({
                  document: gql.LeaveTeamDocument,
                  variables: {},
                  text: 'You lose access immediately. Only another member can invite you again.',
                  button: 'Leave',
                  onDone: () => keepSession(null),
                })}
              </Opens>
            </div>
          </Card>
          <Card title="Password">
            <MutationForm
              document={gql.ChangePasswordDocument}
              fields={PASSWORDS}
              button="Save"
              onDone={(_answer, form) => form.reset()}
            />
          </Card>
          <TwoFactor of={me} />
        </div>
        <Card
          title="Where you are signed in"
          actions={
            <Opens text="Sign out everywhere else" title="Sign out everywhere else?">
              {confirms({
                document: gql.EndOtherSessionsDocument,
                variables: {},
                text: 'Every session but this one ends.',
                button: 'Sign them out',
              })}
            </Opens>
          }
        >
          <Grid
            label="Sessions"
            rows={mySessions}
            columns={[
              {
                header: 'Session',
                cell: ({ address, isCurrent, teamName }) => (
                  <Both
                    first={
                      <>
                        {address ?? 'Unknown address'} {isCurrent && <Badge value="this one" tone="good" />}
                      </>
                    }
                    more={teamName}
                  />
                ),
              },
              { header: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
              { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
              { header: 'Until', cell: ({ expiresAt }) => moment(expiresAt) },
              {
                cell: ({ id, isCurrent }) =>
                  !isCurrent && (
                    <Opens text="Sign out" title="End this session?">
                      {confirms({
                        document: gql.EndSessionDocument,
                        variables: { id },
                        text: 'It needs to sign in again.',
                        button: 'End it',
                      })}
                    </Opens>
                  ),
              },
            ]}
          />
        </Card>
      </>
    )}
  </Answer>
);
