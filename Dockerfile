# syntax=docker/dockerfile:1
# The server in a container: docker build -t merchantpay/server .
# Backups of PostgreSQL:     docker build -t merchantpay/backup --target backup .

# The image of the PostgreSQL server: its pg_dump is of the same version.
ARG POSTGRES_IMAGE=postgres:17-bookworm

# A full image: npm compiles the SQLite driver where it finds no binary.
FROM node:22.23.3-bookworm AS build
WORKDIR /src
RUN npm install --global npm@11.19.1
COPY . .
RUN npm ci && npm run build -- --filter=@merchantpay/server
# The dependencies again, without those of builds and tests.
RUN npm ci --omit=dev --workspace=@merchantpay/server
RUN mkdir /image && cp -a --parents LICENSE node_modules \
  openapi/package.json openapi/CHANGELOG.md openapi/merchantpay.v1.yaml openapi/operator.v1.yaml openapi/overlays openapi/arazzo openapi/vectors openapi/webhook-targets.json \
  packages/sdk/package.json packages/sdk/dist \
  packages/webhook-verify/package.json packages/webhook-verify/dist \
  packages/server/package.json packages/server/bin packages/server/dist packages/server/guides packages/server/migrations \
  /image

# Operator commands beside pg_dump and pg_restore. It has the Debian of the build, for which the SQLite driver was compiled.
FROM ${POSTGRES_IMAGE} AS backup
ENV NODE_ENV=production
RUN install -d -o 10001 -g 10001 -m 0700 /backups \
  && ln -s /app/packages/server/bin/merchantpay-server.js /usr/local/bin/merchantpay-server
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /image ./
USER 10001:10001
VOLUME /backups
# A restore of a SQLite file unpacks it here: the rest of the container may be read-only.
ENV TMPDIR=/backups
ENTRYPOINT ["merchantpay-server"]
CMD ["backup", "--to", "/backups", "--keep", "14"]

FROM node:22.23.3-bookworm-slim
ENV NODE_ENV=production \
  MERCHANTPAY_HOST=0.0.0.0 \
  MERCHANTPAY_DATABASE_URL=file:/data/merchantpay.db
# The user has no name and owns nothing but the volume and the folder of backups.
RUN install -d -o 10001 -g 10001 -m 0700 /data /backups \
  && ln -s /app/packages/server/bin/merchantpay-server.js /usr/local/bin/merchantpay-server
WORKDIR /app
COPY --from=build /image ./
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["merchantpay-server", "probe"]
ENTRYPOINT ["merchantpay-server"]
CMD ["serve"]
