# syntax=docker/dockerfile:1
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
# No package needs its install script: binaries come inside the packages.
RUN npm ci --ignore-scripts --no-audit
COPY . .
# docker build --build-arg BUILD_COMMIT=$(git rev-parse --short=12 HEAD): what /health tells.
ARG BUILD_COMMIT
RUN npm run generate && npm run build && npm prune --omit=dev --ignore-scripts --no-audit

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/prisma/migrations ./prisma/migrations
RUN mkdir -p /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 4000
# That the process lives; whether it may be sent requests is what /ready says.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`, without npm in between: signals reach the server.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--v8-pool-size=1", "dist/src/bin/main.js"]
