import type { Explorer } from '../../src/graphql/graphiql.ts';
import type { DemoCredentials } from './credentials.ts';

/** GraphiQL of the demo: signed in, with operations that work as they are. */
export const demoExplorer = ({ token, email, password, ids }: DemoCredentials): Explorer => ({
  headers: { Authorization: `Bearer ${token}` },
  operations: `# The demo's token is in the Headers box below. Choose an operation from the ▶ menu; all of them work as they are.

query Me {
  me { name email role teamName scopes { method endpoint } }
}

# The dashboard: campaigns → offers, sends → logs, in one request.
query Dashboard {
  smsCampaigns(first: 20) {
    totalCount
    nodes {
      id name status createdAt
      meta { sendType segmentIds }
      offers { id name profit }
      sendsCount
      sends(first: 20) {
        id status createdAt
        logs(first: 10) { text createdAt }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}

query OneCampaign {
  smsCampaign(id: "${ids.sms_campaign}") {
    name status
    meta { plannerData { isActive daysOfWeek weeklySchedule { default { start end } } } }
    offers { name profit }
  }
}

# What came of the calls, of all and of each number and agent.
query Calls {
  callsByOutcome(filter: { callSource: [campaign] }) { outcome count }
  callsByStatus { status count }
  numbers(filter: { isArchived: false }, first: 10) {
    nodes { number voiceAccount { name } inboundAgent { name } callsCount callsByOutcome { outcome count } }
  }
  calls(filter: { hasOutcome: true }, first: 10) {
    nodes { contact { name number } agent { name } callOutcome outcomeLogs { initialCallOutcome newCallOutcome } }
  }
}

# A list that waits to be imported: run ImportList, then watch it with WatchImport in a second tab.
mutation ImportList {
  importDataFile(id: "${ids.data_file}", input: { columns: { number: 0, country: 1, email: 2, name: 3 }, tags: ["autumn"] }) {
    status totalRows
  }
}

subscription WatchImport {
  dataFileProgress(id: "${ids.data_file}") {
    status processedRows totalRows createdContacts updatedContacts unchangedContacts failedRows
  }
}

subscription WatchCampaign {
  campaignProgress(id: "${ids.sms_campaign}") {
    status
    smsCampaign { name sendsByStatus { status count } messagesByState { total sent } }
  }
}

mutation CreateOffer {
  createOffer(input: { name: "Meal box", url: "https://offers.example.com/meal-box", profit: "12.50" }) { id name profit }
}

mutation ChangeOutcome {
  changeCallOutcome(id: "${ids.call}", input: { callOutcome: interested }) { id callOutcome }
}

mutation StopPlanner {
  stopSmsCampaignPlanner(id: "${ids.sms_campaign}") { id status meta { plannerData { isActive } } }
}

mutation SignIn {
  login(input: { email: "${email}", password: "${password}" }) { accessToken expiresAt }
}
`,
});
