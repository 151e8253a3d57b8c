/** The tabs that GraphiQL opens with. The first says where the token goes. */
export const EXAMPLES = [
  `# Put your token into the Headers box below:
# { "Authorization": "Bearer …" }

# Campaigns with their offers, sends and logs, in one
# request.
query Dashboard($first: Int = 20) {
  smsCampaigns(first: $first) {
    totalCount
    nodes {
      id name status createdAt
      meta { sendType segmentIds }
      offers { nodes { id name profit } }
      sends(first: 20) {
        totalCount
        nodes { id status createdAt logs(first: 10) { nodes { text createdAt } } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  `# What came of the calls, of all and of each number.
query Calls {
  callsByOutcome(filter: { callSource: [campaign] }) { outcome count }
  callsByStatus { status count }
  voiceNumbers(filter: { isArchived: false }, first: 10) {
    nodes { number voiceAccount { name } inboundAgent { name } calls { totalCount } callsByOutcome { outcome count } }
  }
  calls(filter: { hasOutcome: true }, first: 10) {
    nodes { contact { name number } agent { name } callOutcome outcomeLogs { nodes { initialCallOutcome newCallOutcome } } }
  }
}
`,
  `# Who you are, and what your token may do.
query Me {
  me { name email role teamName scopes { method endpoint } }
}

# No token yet? Sign in; the answer has one.
mutation SignIn {
  login(input: { email: "you@example.com", password: "…" }) { accessToken expiresAt }
}
`,
] as const;
