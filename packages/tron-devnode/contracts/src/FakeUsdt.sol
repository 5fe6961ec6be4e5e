// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A token that looks like USDT without access control: any account may mint, and it emits any event on request. It
/// also serves as the successor of a deprecated token.
contract FakeUsdt {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public decimals;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _move(from, to, value);
        return true;
    }

    function transferByLegacy(address from, address to, uint256 value) external {
        _move(from, to, value);
    }

    /// A Transfer of any value, backed by nothing.
    function announce(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    /// One event with 0 to 4 topics and data of any length.
    function emitLog(bytes32[] calldata topics, bytes calldata data) external {
        bytes memory payload = data;
        bytes32[] memory list = topics;
        assembly {
            let start := add(payload, 32)
            let size := mload(payload)
            switch mload(list)
            case 0 { log0(start, size) }
            case 1 { log1(start, size, mload(add(list, 32))) }
            case 2 { log2(start, size, mload(add(list, 32)), mload(add(list, 64))) }
            case 3 { log3(start, size, mload(add(list, 32)), mload(add(list, 64)), mload(add(list, 96))) }
            case 4 {
                log4(
                    start,
                    size,
                    mload(add(list, 32)),
                    mload(add(list, 64)),
                    mload(add(list, 96)),
                    mload(add(list, 128))
                )
            }
            default { revert(0, 0) }
        }
    }

    function _move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
