using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "receiver", worker = .receiver),
    (name = "disk", disk = (path = ".merchantpay", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:3000", http = (), service = "receiver")],
);

const receiver :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "WEBHOOK_SECRET", fromEnvironment = "WEBHOOK_SECRET"),
    (name = "INBOX", durableObjectNamespace = "Inbox"),
  ],
  durableObjectNamespaces = [(className = "Inbox", uniqueKey = "inbox", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
);
