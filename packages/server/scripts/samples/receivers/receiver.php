<?php

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

/** Handles an event unless it was handled before, since it may arrive more than once. @return bool whether it was new */
function handleOnce(array $event): bool
{
    ['event' => $name, 'data' => $data] = $event;
    $about = $data['withdrawal_id'] ?? $data['order_id'] ?? '';
    // In production, a row in the database of your orders. The lock keeps a second request out until the first has ended.
    @mkdir('handled', 0700);
    $record = fopen('handled/' . hash('sha256', "$name $about"), 'c');
    if (!$record || !flock($record, LOCK_EX)) {
        throw new RuntimeException('the record of the event cannot be opened');
    }
    $isNew = fstat($record)['size'] === 0;
    if ($isNew) {
        error_log($name . ' ' . json_encode($data));
        fwrite($record, 'handled'); // after the work: a handler that fails leaves no record
    }
    fclose($record);
    return $isNew;
}

if (($_SERVER['REQUEST_METHOD'] ?? '') === 'POST') {
    $secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('WEBHOOK_SECRET is not set');
    $body = file_get_contents('php://input'); // the raw bytes: JSON that is parsed and written again does not verify
    if (!verify($secret, $_SERVER['HTTP_X_MERCHANT_SIGNATURE'] ?? '', $body, time())) {
        http_response_code(400);
        exit;
    }
    $isNew = handleOnce(json_decode($body, true, flags: JSON_THROW_ON_ERROR));
    header('Content-Type: application/json');
    echo json_encode(['duplicate' => !$isNew]);
}
