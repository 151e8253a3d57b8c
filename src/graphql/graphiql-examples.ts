/** What GraphiQL opens with. */
export const EXAMPLE_OPERATIONS = `# Put your token into the Headers box below: { "Authorization": "Bearer …" }
# Then choose an operation from the ▶ menu.

query Me {
  me { name email role teamName scopes { method endpoint } }
}

# The dashboard: campaigns → offers, sends → logs, in one request.
query Dashboard($first: Int = 20) {
  smsCampaigns(first: $first) {
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

query RunningPlanners {
  smsCampaigns(
    filter: { status: [running, in_progress], sendType: [planner] }
    orderBy: { field: name, direction: asc }
  ) {
    nodes {
      id name
      meta { plannerData { isActive daysOfWeek weeklySchedule { default { start end } } } }
    }
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

mutation SignIn {
  login(input: { email: "you@example.com", password: "…" }) { accessToken expiresAt }
}

mutation RotateWebhookSecret {
  rotateVoiceAccountSecret(id: "…", input: { overlapHours: 24 }) {
    webhookSecret
    voiceAccount { overlapEndsAt previousLastUsedAt }
  }
}

mutation StopPlanner {
  stopSmsCampaignPlanner(id: "…") { id status meta { plannerData { isActive } } }
}
`;
