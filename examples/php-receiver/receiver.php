<?php
// Receives webhooks without a library, and stores each event once before it answers.

const TASKS = [
    'payment.confirmed' => 'fulfil',
    'payment.underpaid' => 'decide',
    'payment.expired' => 'give up',
    'payment.frozen' => 'hold back',
];

/** Checks that one signature matches and that the timestamp is at most 300 s away from now. */
function verify(string $secret, string $header, string $body, int $now): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $item) {
        [$name, $value] = explode('=', trim($item), 2) + ['', ''];
        if ($name === 't') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!preg_match('/^[0-9]{1,15}$/D', $timestamp) || abs($now - (int) $timestamp) > 300) {
        return false;
    }
    $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/**
 * Stores what the event asks for as a file in the folder, unless the same bytes came before. A shop inserts a row into the
 * database of its orders instead.
 *
 * @return bool whether it was new
 */
function store(string $folder, string $body): bool
{
    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    ['event' => $name, 'data' => $data] = $event;
    $task = TASKS[$name] ?? null;
    if ($task === null) {
        return true; // newer than this receiver, or of no interest
    }
    // EXPIRED_PAID is a late payment: the goods may be gone, so a person decides.
    if ($name === 'payment.confirmed' && $data['status'] !== 'PAID') {
        $task = 'decide';
    }
    $file = $folder . '/' . hash('sha256', $name . ' ' . $data['order_id']);
    if (create("$file.json", $task, $body)) {
        return true;
    }
    if (bodyOf("$file.json") === $body) {
        return false;
    }
    // Other bytes: the order has changed since, as when it was frozen, cleared and frozen again.
    return create("$file-" . hash('sha256', $body) . '.json', 'read again', $body);
}

/** Creates a file with its whole content, also when the machine loses power. @return bool false when it exists */
function create(string $file, string $task, string $body): bool
{
    $temporary = tempnam(dirname($file), 'new');
    $stream = fopen($temporary, 'w');
    $content = json_encode(['task' => $task, 'event' => $body], JSON_THROW_ON_ERROR);
    if (fwrite($stream, $content) !== strlen($content) || !fsync($stream)) {
        throw new RuntimeException("$file could not be written");
    }
    fclose($stream);
    $isNew = @link($temporary, $file);
    unlink($temporary);
    if (!$isNew && !is_file($file)) {
        throw new RuntimeException("$file could not be created");
    }
    return $isNew;
}

function bodyOf(string $file): string
{
    return json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR)['event'];
}

/** @return array{int, array} the status and the document of the answer */
function answer(): array
{
    if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/webhooks') {
        return [404, ['error' => 'not_found']];
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return [405, ['error' => 'method_not_allowed']];
    }
    $secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('WEBHOOK_SECRET is not set');
    $body = file_get_contents('php://input'); // the raw bytes: JSON that is parsed and written again does not verify
    if (!verify($secret, $_SERVER['HTTP_X_MERCHANT_SIGNATURE'] ?? '', $body, time())) {
        return [401, ['error' => 'not_verified']];
    }
    $folder = getenv('JOBS_FOLDER') ?: __DIR__ . '/jobs';
    if (!is_dir($folder) && !mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new RuntimeException("$folder could not be created");
    }
    $isNew = store($folder, $body);
    return [200, ['received' => true, 'duplicate' => !$isNew]];
}

try {
    [$status, $document] = answer();
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($document);
} catch (Throwable $error) {
    error_log($error);
    http_response_code(500); // the service delivers the event again
}
